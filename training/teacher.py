"""The English teachers: all-MiniLM-L6-v2 (Apache-2.0) and bge-small-en-v1.5 (MIT), tuned for the task on the corpus' own pairs."""
import numpy
import torch

from student import contrast, normal


class Texts:
    """Texts as word-pieces, flattened on the device; both teachers have the same vocabulary."""

    def __init__(self, texts, tokenizer, device):
        import tokenizers

        reader = tokenizers.Tokenizer.from_file(tokenizer)
        reader.no_padding()
        reader.enable_truncation(80)
        pieces = []
        for start in range(0, len(texts), 100_000):
            pieces += [found.ids for found in reader.encode_batch(texts[start : start + 100_000])]
        length = numpy.array([len(p) for p in pieces])
        self.flat = torch.from_numpy(numpy.concatenate([numpy.array(p) for p in pieces])).to(device)
        self.start = torch.from_numpy(numpy.concatenate(([0], numpy.cumsum(length)[:-1]))).to(device)
        self.length = torch.from_numpy(length).to(device)

    def rows(self, which):
        length = self.length[which]
        at = torch.arange(int(length.max()), device=which.device)[None]
        mask = at < length[:, None]
        return torch.where(mask, self.flat[(self.start[which][:, None] + at).clamp(max=len(self.flat) - 1)], 0), mask


class Teacher:
    """A BERT sentence encoder from weights that onnx_weights.py wrote; `pool` is mean or cls, as its authors trained it."""

    def __init__(self, weights, pool, texts, device="cuda"):
        import transformers

        stored = numpy.load(weights)
        state = {}
        for name in stored.files:
            if name.endswith(".scale"):
                continue
            value = torch.from_numpy(stored[name].astype("float32"))
            if name + ".scale" in stored.files:
                scale = torch.from_numpy(stored[name + ".scale"])
                value = value * (scale[:, None] if scale.ndim else scale)
            state[name] = value
        layers = 1 + max(int(n.split(".")[2]) for n in state if n.startswith("encoder.layer."))
        config = transformers.BertConfig(hidden_size=384, intermediate_size=1536, num_attention_heads=12, num_hidden_layers=layers)
        self.model = transformers.BertModel(config, add_pooling_layer=False)
        lost = self.model.load_state_dict(state, strict=False)
        print("teacher", weights, "missing", lost.missing_keys, "unexpected", lost.unexpected_keys[:3])
        # Without dropout also when it is tuned.
        self.model.to(device).eval()
        self.pool, self.texts = pool, texts

    def forward(self, which):
        rows, mask = self.texts.rows(which)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            hidden = self.model(input_ids=rows, attention_mask=mask).last_hidden_state.float()
        return normal(hidden[:, 0] if self.pool == "cls" else (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))

    @torch.no_grad()
    def encode(self, which):
        out = torch.empty(len(which), 384, device=which.device)
        for part in torch.argsort(self.texts.length[which]).split(4096):
            out[part] = self.forward(which[part])
        return out

    def tune(self, pairs, options):
        """Requests near what serves them and far from the rest of the batch, not far from where they were.

        pairs: id tensors query, chatty, document, group, hard (-1 for none), and weight.
        """
        torch.manual_seed(options["seed"])
        device, batch, steps = pairs["query"].device, options["batch_tune"], options["steps_tune"]
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=options["rate_tune"], weight_decay=0.01)
        held = torch.unique(torch.cat([pairs[k] for k in ("query", "chatty", "document")]))
        place = torch.zeros(len(self.texts.length), dtype=torch.long, device=device)
        place[held] = torch.arange(len(held), device=device)
        before = self.encode(held)
        moved = lambda now, which: 1 - (now * before[place[which]]).sum(1).mean()
        for step in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = options["rate_tune"] * min(1, (step + 1) / 30) * (1 - step / steps)
            i = torch.multinomial(pairs["weight"], batch, replacement=True)
            asked = torch.where(torch.rand(batch, device=device) < options["chatty"], pairs["chatty"][i], pairs["query"][i])
            served, group, hard = pairs["document"][i], pairs["group"][i], pairs["hard"][i]
            same = (group[:, None] == group[None]) | (served[:, None] == served[None])
            same.fill_diagonal_(False)
            hard = hard[hard >= 0][: batch // 4]
            q, d = self.forward(asked), self.forward(served)
            loss = contrast(q, d, options["temperature_tune"], same, self.forward(hard) if len(hard) else None)
            loss = loss + options["keep"] * (moved(q, asked) + moved(d, served))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return loss.item()
