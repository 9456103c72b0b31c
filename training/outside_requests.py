"""Collects requests that other people wrote: python training/outside_requests.py CLONES OUT.json

CLONES holds clones of clinc/oos-eval (CC BY 3.0), xliuhw/NLU-Evaluation-Data (CC BY 4.0) and sonos/nlu-benchmark (CC0 1.0). Each of their
intents that a tool of this project serves, or that none serves, gives up to 120 requests. Their text stays out of this repository.
"""
import csv
import io
import json
import random
import subprocess
import sys
from pathlib import Path

MOST = 120
CLINC = "clinc/oos-eval"
HOME = "xliuhw/NLU-Evaluation-Data"
SNIPS = "sonos/nlu-benchmark"
HOME_FOLDER = "CrossValidation/autoGeneFromRealAnno/autoGene_2018_03_22-13_01_25_169/CrossValidation/KFold_1"
SERVED = {
    CLINC: {
        "schedule_task": "reminder_update alarm timer",
        "list_scheduled_tasks": "reminder calendar",
        "current_time": "time date timezone",
        "web_search": "weather exchange_rate traffic flight_status restaurant_reviews restaurant_suggestion travel_alert",
        "send_message": "text",
        "update_user_profile": "change_user_name change_language",
        "get_user_profile": "user_name",
        "none": """greeting goodbye thank_you yes no maybe tell_joke fun_fact meaning_of_life what_is_your_name are_you_a_bot who_made_you
how_old_are_you where_are_you_from what_are_your_hobbies do_you_have_pets who_do_you_work_for flip_coin roll_dice calculator definition
spelling measurement_conversion cook_time ingredient_substitution tire_change jump_start oil_change_how translate""",
        "absent": """make_call smart_home play_music uber order pay_bill transfer order_checks book_flight book_hotel
restaurant_reservation car_rental update_playlist next_song change_volume whisper_mode change_accent change_speed find_phone
freeze_account report_lost_card pin_change new_card""",
    },
    HOME: {
        "schedule_task": "alarm_set calendar_set",
        "list_scheduled_tasks": "alarm_query calendar_query",
        "cancel_scheduled_task": "alarm_remove calendar_remove",
        "current_time": "datetime_query datetime_convert",
        "web_search": """news_query weather_query qa_stock qa_currency recommendation_events recommendation_locations
recommendation_movies transport_query transport_traffic""",
        "send_message": "email_sendemail social_post",
        "none": """general_affirm general_commandstop general_confirm general_dontcare general_explain general_joke general_negate
general_praise general_quirky general_repeat qa_maths qa_definition qa_factoid cooking_recipe music_likeness""",
        "absent": """iot_cleaning iot_coffee iot_hue_lightchange iot_hue_lightdim iot_hue_lightoff iot_hue_lighton iot_hue_lightup
iot_wemo_off iot_wemo_on audio_volume_down audio_volume_up audio_volume_mute play_audiobook play_game play_music play_podcasts
play_radio takeaway_order transport_taxi transport_ticket""",
    },
    SNIPS: {"web_search": "GetWeather SearchScreeningEvent", "absent": "PlayMusic BookRestaurant RateBook AddToPlaylist"},
}


def main(clones, out):
    read = {CLINC: read_clinc, HOME: read_home, SNIPS: read_snips}
    rows = []
    for source, tools in SERVED.items():
        folder = Path(clones) / source.split("/")[1]
        wanted = {intent: tool for tool, intents in tools.items() for intent in intents.split()}
        for intent, texts in read[source](folder, wanted).items():
            plain = {" ".join(text.replace("<", "").replace(">", "").split()) for text in texts}
            fitting = sorted(text for text in plain if 2 < len(text) < 200)
            random.Random(1).shuffle(fitting)
            rows += [{"tool": wanted[intent], "intent": intent, "text": text} for text in fitting[:MOST]]
    json.dump(rows, open(out, "w"))
    print(f"{len(rows)} requests")


def shown(folder, path):
    return subprocess.run(["git", "-C", folder, "show", f"HEAD:{path}"], capture_output=True, check=True).stdout


def read_clinc(folder, wanted):
    data = json.loads(shown(folder, "data/data_full.json"))
    found = {intent: [] for intent in wanted}
    for part in ("train", "val", "test"):
        for text, intent in data[part]:
            if intent in wanted:
                found[intent].append(text)
    return found


def read_home(folder, wanted):
    found = {intent: [] for intent in wanted}
    for intent in wanted:
        for part in ("trainset", "testset/csv"):
            table = shown(folder, f"{HOME_FOLDER}/{part}/{intent}.csv").decode("utf-8", "replace")
            found[intent] += [row["answer_from_user"] or "" for row in csv.DictReader(io.StringIO(table), delimiter=";")]
    return found


def read_snips(folder, wanted):
    found = {}
    for intent in wanted:
        data = json.loads(shown(folder, f"2017-06-custom-intent-engines/{intent}/train_{intent}_full.json").decode("latin1"))
        found[intent] = ["".join(part["text"] for part in row["data"]) for row in data[intent]]
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
