"""The student: one vector per vocabulary row, summed, weighed by what stands around it, and normalised."""
import numpy
import torch
import torch.nn.functional as functional

SHELLS_ZH = ["请", "帮我", "请帮我", "我想", "我要", "能不能", "可以帮我", "麻烦你", "我需要", "怎么", "如何", "给我", "我想知道", "有没有办法", "你好，请问", "能帮我一下吗", "顺便", "谢谢", "一下", "我打算"]


class Bags:
    """Flattened bags of vocabulary rows on the device."""

    def __init__(self, flat, start, length, device):
        self.flat = torch.from_numpy(flat.astype(numpy.int64)).to(device)
        self.start, self.length = (torch.from_numpy(a).to(device) for a in (start, length))

    def rows(self, ids):
        """(vocabulary rows of these texts one after another, which text each belongs to)"""
        length = self.length[ids]
        ends = torch.cumsum(length, 0)
        index = torch.arange(int(ends[-1]), device=ids.device) - torch.repeat_interleave(ends - length - self.start[ids], length)
        return self.flat[index], torch.repeat_interleave(torch.arange(len(ids), device=ids.device), length)


class Gather(torch.autograd.Function):
    """Rows of a table, with atomic adds on the way back: several times faster than sorting the indices."""

    @staticmethod
    def forward(context, table, index):
        context.save_for_backward(index)
        context.rows = len(table)
        return table[index]

    @staticmethod
    def backward(context, gradient):
        (index,) = context.saved_tensors
        return torch.zeros(context.rows, gradient.shape[1], device=gradient.device).index_add_(0, index, gradient), None


class Gate(torch.nn.Module):
    """Weighs each word by the text around it: exp(key of the word . projection of the plain sum)."""

    LIMIT = 3

    def __init__(self, rows, width, inner, device):
        super().__init__()
        self.projection = torch.nn.Parameter(torch.randn(width, inner, device=device) * 0.05)
        self.keys = torch.nn.Parameter(torch.zeros(rows, inner, device=device))


def embed(table, bags, ids, gate=None, drop=0.0, extra=None):
    """(vectors, vectors without the gate), neither at unit length; `extra` is added to each text's sum."""
    row, owner = bags.rows(ids)
    if drop:
        kept = torch.rand(len(row), device=ids.device) >= drop
        row, owner = row[kept], owner[kept]
    rows = Gather.apply(table, row)
    plain = torch.zeros(len(ids), table.shape[1], device=ids.device).index_add_(0, owner, rows)
    plain = plain if extra is None else plain + extra
    if gate is None:
        return plain, plain
    around = normal(plain) @ gate.projection
    weight = torch.exp((Gather.apply(gate.keys, row) * around[owner]).sum(1).clamp(-Gate.LIMIT, Gate.LIMIT))
    gated = torch.zeros_like(plain).index_add_(0, owner, rows * weight[:, None])
    return (gated if extra is None else gated + extra), plain


def normal(x):
    return functional.normalize(x, dim=-1, eps=1e-6)


def contrast(a, b, temperature, same=None, extra=None):
    """Symmetric InfoNCE; `same` masks false negatives; `extra` are further negatives of a's side."""
    scores = a @ b.T / temperature
    if same is not None:
        scores = scores.masked_fill(same, -1e4)
    target = torch.arange(len(a), device=a.device)
    back = functional.cross_entropy(scores.T, target)
    if extra is not None:
        scores = torch.cat([scores, a @ extra.T / temperature], 1)
    return (functional.cross_entropy(scores, target) + back) / 2


def initial_table(bags, ids, targets, rows, alone, device):
    """Each row starts at the mean target of the texts it occurs in (or of itself alone), damped when frequent."""
    table = torch.zeros(rows, targets.shape[1], device=device)
    count = torch.zeros(rows, device=device)
    for chunk in torch.arange(len(ids), device=device).split(20000):
        row, owner = bags.rows(ids[chunk])
        owner = chunk[owner]
        table.index_add_(0, row, targets[owner] / bags.length[ids[owner]].clamp(min=1)[:, None])
        count.index_add_(0, row, torch.ones(len(row), device=device))
    damp = 1e-3 / (1e-3 + count / count.sum())
    table = normal(table) * (count > 0)[:, None]
    rare = (count < 4)[:, None]
    table = torch.where(rare, normal(alone), normal(table + 0.5 * normal(alone)))
    return table * damp[:, None]


def train(table, bags, work, options, device, gate=None):
    """work: id tensors distil, distil_target, parallel_en, parallel_zh with weights, and the targets.

    With a gate the table is also held to what it says without it, and learns as the 4-bit numbers that will be shipped.
    """
    torch.manual_seed(options["seed"])
    held = table.clone().detach().requires_grad_(True)
    rate = options["rate"] if gate is None else options["rate_second"]
    groups = [dict(params=[held], lr=rate, first=rate)]
    if gate is not None:
        groups.append(dict(params=list(gate.parameters()), lr=options["rate_gate"], first=options["rate_gate"]))
    optimizer = torch.optim.Adam(groups, betas=(0.9, 0.99), eps=1e-8)
    steps, drop, temperature, batch = options["steps"] if gate is None else options["steps_second"], options["drop"], options["temperature"], options["batch"]
    related = min(1536, batch)
    itself = torch.eye(related, device=device, dtype=torch.bool)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = group["first"] * (1 - step / steps) + 1e-5
        table = held if gate is None else held + (four_bits(held) - held).detach()
        # 1. each text near what the teachers say of its English side, and as like the others as they say
        i = torch.multinomial(work["distil_weight"], batch, replacement=True)
        target = work["distil_target"][i]
        goal = work["targets"][target]
        same = target[:, None] == target[None]
        same.fill_diagonal_(False)
        found, plain = (normal(x) for x in embed(table, bags, work["distil"][i], gate, drop))
        taught = lambda s: contrast(s, goal, temperature, same) + options["pull"] * (1 - (s * goal).sum(1).mean())
        loss = taught(found) if gate is None else taught(found) + options["plain"] * taught(plain)
        relation = lambda x: (x[:related] @ x[:related].T / options["temperature_soft"]).masked_fill(itself, -1e4)
        loss = loss + options["w_relation"] * functional.kl_div(functional.log_softmax(relation(found), 1), functional.softmax(relation(goal), 1), reduction="batchmean")
        # 2. the two languages on one another, requests' shells making no difference
        i = torch.multinomial(work["parallel_weight"], batch, replacement=True)
        shell = shell_total(table, work["shells_zh"], batch, options["shell"], device)
        english, _ = embed(table, bags, work["parallel_en"][i], gate, drop)
        chinese, _ = embed(table, bags, work["parallel_zh"][i], gate, drop, shell)
        loss = loss + contrast(normal(chinese), normal(english), temperature)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return held.detach()


def shell_total(table, shells, count, probability, device):
    """The summed rows of a random request shell for some of the texts, zero for the others."""
    which = torch.randint(len(shells.start), (count,), device=device)
    total, _ = embed(table, shells, which)
    return total * (torch.rand(count, 1, device=device) < probability).to(table.dtype)


@torch.no_grad()
def four_bits(table, clip=0.8):
    """The table as export.py will write it."""
    step = (table.abs().amax(1) * clip / 7).clamp(min=1e-9)[:, None]
    small = torch.round(table / step).clamp(-7, 7)
    return small * ((table * small).sum(1) / (small * small).sum(1).clamp(min=1e-9))[:, None]


def quantize(table):
    """Rows as int8 with one scale each."""
    scale = table.abs().amax(1).clamp(min=1e-8) / 127
    return torch.round(table / scale[:, None]).clamp(-127, 127).to(torch.int8), scale
