/** Why a model does not answer, in plain words, by the problem names of the server. */
export const MODEL_PROBLEM_WORDS = {
  "missing-key": { en: "This provider needs a key.", zh: "这个服务需要密钥。" },
  "wrong-key": {
    en: "The provider refused the key. Copy it again from the provider's page, and check that it is still valid.",
    zh: "服务拒绝了这个密钥。请从服务的页面重新复制，并确认它仍然有效。",
  },
  "no-server": {
    en: "No server answers at this address. Check the address, and that the server runs.",
    zh: "这个地址没有服务响应。请检查地址，并确认服务正在运行。",
  },
  "wrong-address": {
    en: "Something answers at this address, but not as a model does. Many addresses end in /v1.",
    zh: "这个地址有响应，但不是模型服务。很多地址以 /v1 结尾。",
  },
  "no-such-model": {
    en: "The provider does not know this model. Check its name.",
    zh: "服务没有这个模型。请检查名称。",
  },
  "out-of-quota": {
    en: "The key works, but the account has no credit left.",
    zh: "密钥有效，但账户额度已用完。",
  },
  busy: {
    en: "The provider is busy or has a fault. Try again in a minute.",
    zh: "服务正忙或出现故障。请稍后再试。",
  },
  "too-slow": { en: "The model did not answer in time.", zh: "模型没有及时回答。" },
  other: { en: "The model could not answer.", zh: "模型无法回答。" },
} as const;
