"""The forms in which requests have the verbs of spanish-verbs.txt ("avisa", "avísame", "avisarme"), each with the verb's English."""
import pathlib

OBJECTS = ["me", "lo", "la", "le", "los", "las", "nos", "melo", "mela"]


def forms_of(infinitive, imperative=None):
    """Without the accents that objects bring: tokens lose them anyway."""
    stem, ending = infinitive[:-2], infinitive[-2:]
    told = imperative or stem + ("a" if ending == "ar" else "e")
    is_short = imperative is not None and imperative[-1] not in "aeáéí"
    changed = stem if is_short or len(told) < 3 else told[:-1]
    polite = changed + ("e" if ending == "ar" else "a")
    for written, sound in (("ce", "que"), ("ge", "gue"), ("ze", "ce")) if ending == "ar" else (("ca", "za"), ("ga", "ja")):
        if polite.endswith(written):
            polite = polite[: -len(written)] + sound
    forms = [infinitive, told, told + "s", polite, polite + "s", changed + "o", stem + ending[0] + "d"]
    forms += [stem + ("ando" if ending == "ar" else "iendo"), stem + ("ado" if ending == "ar" else "ido")]
    forms += [told + them for them in OBJECTS] + [polite + "me", polite + "lo"] + [infinitive + them for them in OBJECTS]
    return list(dict.fromkeys(forms))


def read():
    """(form, English) of every verb."""
    for line in (pathlib.Path(__file__).parent / "spanish-verbs.txt").read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            verb, english = line.split("|")
            for form in forms_of(*verb.split()):
                yield form, english.strip()
