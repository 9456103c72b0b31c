"""The student: one vector per vocabulary row, summed and normalised."""
import numpy
import torch
import torch.nn.functional as functional

SHELLS_EN = ["please", "can you", "could you please", "I want to", "I need to", "help me", "I would like to", "how do I", "is there a way to", "I am looking for a tool to", "show me how to", "what is the best way to", "I'm trying to", "hi, can you tell me", "let me", "we need you to", "hey, I was wondering if you could", "my company needs to", "give me", "thanks"]
SHELLS_ZH = ["请", "帮我", "请帮我", "我想", "我要", "能不能", "可以帮我", "麻烦你", "我需要", "怎么", "如何", "给我", "我想知道", "有没有办法", "你好，请问", "能帮我一下吗", "顺便", "谢谢", "一下", "我打算"]


class Bags:
    """Flattened bags on the device; sums rows of a table for any batch of text ids."""

    def __init__(self, flat, start, length, device):
        self.flat = torch.from_numpy(flat.astype(numpy.int64)).to(device)
        self.start, self.length = (torch.from_numpy(a).to(device) for a in (start, length))

    def total(self, table, ids, drop=0.0):
        length = self.length[ids]
        ends = torch.cumsum(length, 0)
        begin = ends - length
        index = torch.arange(int(ends[-1]), device=ids.device) - torch.repeat_interleave(begin - self.start[ids], length)
        weights = None
        if drop:
            weights = (torch.rand(len(index), device=ids.device) >= drop).to(table.dtype)
        owner = torch.repeat_interleave(torch.arange(len(ids), device=ids.device), length)
        return SumRows.apply(table, self.flat[index], owner, weights, len(ids))


class SumRows(torch.autograd.Function):
    """embedding_bag with atomic adds both ways: several times faster than sorting the indices."""

    @staticmethod
    def forward(context, table, index, owner, weights, count):
        context.save_for_backward(index, owner, weights)
        context.rows = len(table)
        rows = table[index] if weights is None else table[index] * weights[:, None]
        return torch.zeros(count, table.shape[1], device=table.device).index_add_(0, owner, rows)

    @staticmethod
    def backward(context, grad):
        index, owner, weights = context.saved_tensors
        rows = grad[owner] if weights is None else grad[owner] * weights[:, None]
        return torch.zeros(context.rows, grad.shape[1], device=grad.device).index_add_(0, index, rows), None, None, None, None


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
        length = bags.length[ids[chunk]]
        ends = torch.cumsum(length, 0)
        begin = ends - length
        index = torch.arange(int(ends[-1]), device=device) - torch.repeat_interleave(begin - bags.start[ids[chunk]], length)
        row = bags.flat[index]
        owner = torch.repeat_interleave(chunk, length)
        table.index_add_(0, row, targets[owner] / bags.length[ids[owner]].clamp(min=1)[:, None])
        count.index_add_(0, row, torch.ones(len(row), device=device))
    damp = 1e-3 / (1e-3 + count / count.sum())
    table = normal(table) * (count > 0)[:, None]
    if alone is not None:
        rare = (count < 4)[:, None]
        table = torch.where(rare, normal(alone), normal(table + 0.5 * normal(alone)))
    return table * damp[:, None], count


def train(table, bags, work, options, device):
    """work: dict of id tensors (parallel_en, parallel_zh, distil, distil_target, query, document, group, hard) and targets."""
    torch.manual_seed(options["seed"])
    table = table.clone().requires_grad_(True)
    optimizer = torch.optim.Adam([table], lr=options["rate"], betas=(0.9, 0.99), eps=1e-8)
    steps, drop, temperature = options["steps"], options["drop"], options["temperature"]
    dims = options["dims"]
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = options["rate"] * (1 - step / steps) + 1e-5
        loss = 0.0
        shell = lambda which, n, p: shell_total(table, work[which], n, p, device)
        # 1. each text near what the teacher says of its English side
        i = torch.multinomial(work["distil_weight"], options["batch_distil"], replacement=True)
        y = work["targets"][work["distil_target"][i]]
        h = bags.total(table, work["distil"][i], drop)
        same = work["distil_target"][i][:, None] == work["distil_target"][i][None]
        same.fill_diagonal_(False)
        for d in dims:
            s, t = normal(h[:, :d]), normal(y[:, :d])
            loss = loss + options["w_distil"] * (contrast(s, t, temperature, same) + options["pull"] * (1 - (s * t).sum(1).mean())) / len(dims)
        if options["w_relation"]:
            s, block = normal(h[:1536]), ~torch.eye(1536, device=device, dtype=torch.bool)
            goal = functional.softmax((y[:1536] @ y[:1536].T / options["temperature_soft"]).masked_fill(~block, -1e4), 1)
            mine = functional.log_softmax((s @ s.T / options["temperature_soft"]).masked_fill(~block, -1e4), 1)
            loss = loss + options["w_relation"] * functional.kl_div(mine, goal, reduction="batchmean")
        # 2. the two languages on one another, requests' shells making no difference
        i = torch.multinomial(work["parallel_weight"], options["batch_parallel"], replacement=True)
        e = bags.total(table, work["parallel_en"][i], drop)
        z = bags.total(table, work["parallel_zh"][i], drop) + shell("shells_zh", len(i), options["shell"])
        for d in dims:
            loss = loss + options["w_parallel"] * contrast(normal(z[:, :d]), normal(e[:, :d]), temperature) / len(dims)
        # 3. requests on what serves them
        if not options["w_pair"] and not options["w_soft"]:
            backward(loss, optimizer)
            continue
        i = torch.multinomial(work["pair_weight"], options["batch_pair"], replacement=True)
        q = bags.total(table, work["query"][i], drop) + torch.where(work["query_zh"][i][:, None], shell("shells_zh", len(i), options["shell"]), shell("shells_en", len(i), options["shell"]))
        t = bags.total(table, work["document"][i], drop)
        same = (work["group"][i][:, None] == work["group"][i][None]) | (work["document"][i][:, None] == work["document"][i][None])
        same.fill_diagonal_(False)
        hard = work["hard"][i]
        hard = hard[hard >= 0][:512]
        extra = bags.total(table, hard) if len(hard) else None
        for d in dims:
            loss = loss + options["w_pair"] * contrast(normal(q[:, :d]), normal(t[:, :d]), options["temperature_pair"], same, None if extra is None else normal(extra[:, :d])) / len(dims)
            if options["w_soft"]:
                known = work["query_target"][i] >= 0
                if known.any():
                    qi, ti = work["query_target"][i][known], work["document_target"][i][known]
                    goal = functional.softmax(work["full"][qi] @ work["full"][ti].T / options["temperature_soft"], 1)
                    mine = functional.log_softmax(normal(q[known][:, :d]) @ normal(t[known][:, :d]).T / options["temperature_soft"], 1)
                    loss = loss + options["w_soft"] * functional.kl_div(mine, goal, reduction="batchmean") / len(dims)
        backward(loss, optimizer)
    return table.detach()


def backward(loss, optimizer):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def shell_total(table, shells, count, probability, device):
    """The summed rows of a random request shell for some of the texts, zero for the others."""
    flat, start, length = shells
    which = torch.randint(len(start), (count,), device=device)
    size = length[which]
    ends = torch.cumsum(size, 0)
    begin = ends - size
    index = torch.arange(int(ends[-1]), device=device) - torch.repeat_interleave(begin - start[which], size)
    owner = torch.repeat_interleave(torch.arange(count, device=device), size)
    total = SumRows.apply(table, flat[index], owner, None, count)
    return total * (torch.rand(count, 1, device=device) < probability).to(table.dtype)


def quantize(table):
    """Rows as int8 with one scale each."""
    scale = table.abs().amax(1).clamp(min=1e-8) / 127
    return torch.round(table / scale[:, None]).clamp(-127, 127).to(torch.int8), scale


def dequantize(rows, scale):
    return rows.float() * scale[:, None]
