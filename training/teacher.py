"""The English teachers: all-MiniLM-L6-v2 (Apache-2.0) and bge-small-en-v1.5 (MIT), unit length."""
import torch
import torch.nn.functional as functional


class Teacher:
    """A BERT sentence encoder from weights that onnx_weights.py wrote; `pool` is mean or cls, as its authors trained it."""

    def __init__(self, weights, tokenizer, pool, device="cuda"):
        import numpy
        import tokenizers
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
        self.model.to(device).eval()
        self.device, self.pool = device, pool
        self.tokenizer = tokenizers.Tokenizer.from_file(tokenizer)
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(80)

    def tokenize(self, texts):
        return [e.ids for e in self.tokenizer.encode_batch(texts)]

    def forward(self, ids):
        width = max(map(len, ids))
        rows = torch.zeros(len(ids), width, dtype=torch.long)
        for i, r in enumerate(ids):
            rows[i, : len(r)] = torch.tensor(r)
        rows = rows.to(self.device, non_blocking=True)
        mask = (torch.arange(width)[None] < torch.tensor([len(r) for r in ids])[:, None]).to(self.device)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            hidden = self.model(input_ids=rows, attention_mask=mask).last_hidden_state.float()
        pooled = hidden[:, 0] if self.pool == "cls" else (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(pooled, dim=1)

    @torch.no_grad()
    def encode(self, texts, batch=2048):
        self.model.eval()
        ids = self.tokenize(texts)
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        out = torch.empty(len(texts), 384, device=self.device)
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            out[torch.tensor(part, device=self.device)] = self.forward([ids[i] for i in part])
        return out
