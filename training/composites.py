"""Request-like texts made of the corpus: the teachers read them as they are, so the table learns how words weigh among others."""
import random

SHELLS_EN = ["please", "can you", "could you please", "I want to", "I need to", "help me", "I would like to", "how do I", "is there a way to", "I am looking for a tool to", "show me how to", "what is the best way to", "I'm trying to", "hi, can you tell me", "let me", "we need you to", "hey, I was wondering if you could", "my company needs to", "give me", "thanks"]
OPENINGS = ["Hi there!", "Hey,", "Hello, I need some help.", "I'm planning a trip with my family next week.", "I run a small business.", "My friend told me about this.", "I've been feeling overwhelmed lately.", "As a student I have a lot to do.", "I'm working on a project for my company.", "I'm really interested in this topic.", "I am curious.", "I have a question.", "I'm hosting a party this weekend.", "I'm new to this.", "I'm organising an event.", "My boss asked me for this.", "I just moved to a new city.", "I'm bored.", "I can't decide.", "I would appreciate your help.", "I've heard a lot about it.", "Let's start.", "I'm a developer.", "I'm a teacher.", "I'm doing some research.", "Quick question:", "I wonder,"]
CLOSINGS = ["Can you help me with that?", "Thanks!", "Please provide the details.", "Any suggestions?", "What do you recommend?", "Is there a tool that can do this?", "I would also like to know more about it.", "Thank you in advance.", "How can I do this?", "Could you assist me?", "Let me know.", "It would be great to have some recommendations."]


def chatty(text, chance):
    """The same request as people say it to an assistant."""
    text = text[:200]
    if chance.random() < 0.7:
        text = f"{chance.choice(SHELLS_EN)} {text}"
    if chance.random() < 0.5:
        text = f"{chance.choice(OPENINGS)} {text}"
    return f"{text}. {chance.choice(CLOSINGS)}" if chance.random() < 0.5 else text


def composite(texts, asked, known, chance):
    """A request in a shell, two requests, a part of a text, or a text with strange words in it."""
    text = texts[chance.choice(asked if chance.random() < 0.6 else known)][:220]
    kind = chance.random()
    if kind < 0.3:
        text = f"{chance.choice(SHELLS_EN)} {text}"
        if chance.random() < 0.4:
            text = f"{chance.choice(OPENINGS)} {text}"
        return f"{text}. {chance.choice(CLOSINGS)}" if chance.random() < 0.4 else text
    if kind < 0.5:
        return f"{text[:140]}. {texts[chance.choice(asked)][:140]}"
    words = text.split()
    if kind < 0.75:
        size = chance.randint(3, 14)
        start = chance.randint(0, max(0, len(words) - size))
        return " ".join(words[start : start + size])
    others = texts[chance.choice(known)].split() or [""]
    for _ in range(chance.randint(1, 3)):
        words[chance.randrange(len(words))] = chance.choice(others)
    return " ".join(words)


def make(texts, requests, asked, known, count, seed, is_kept_out):
    """(new texts, for each of `requests` the place of its chatty form among them); by chance one may be a line of a test set"""
    chance = random.Random(seed)
    said = {i: chatty(texts[i], chance) for i in requests}
    new = (composite(texts, asked, known, chance) for _ in range(count))
    made = list(dict.fromkeys([*said.values(), *(text for text in new if not is_kept_out(text))]))
    place = {text: i for i, text in enumerate(made)}
    return made, {i: place[text] for i, text in said.items()}
