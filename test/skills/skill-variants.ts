/** A SKILL.md as somebody out there might have written it, with what a loader should make of it. */
export interface SkillVariant {
  readonly folder: string;
  readonly bytes: Buffer;
  readonly expected: { readonly refusal: RegExp } | ExpectedSkill;
}

export interface ExpectedSkill {
  readonly name: string;
  readonly description: string;
  readonly allowedTools?: readonly string[];
  readonly issues: readonly string[];
}

/**
 * Makes `count` variants with the shares that were counted in public collections: 5 % without usable front matter, 18 %
 * named unlike the folder, 28 % with unknown keys, 1.6 % whose YAML parses only after quoting, 1.6 % with CRLF, 1 % with a
 * byte order mark, 2 % with `allowed-tools` in one of its forms, and one in a hundred that says nothing at all.
 */
export function skillVariants(count: number): SkillVariant[] {
  return Array.from({ length: count }, (_, index) => variant(index, count));
}

function variant(index: number, count: number): SkillVariant {
  const folder = `skill-${index}`;
  // Each trait strides through the indices by its own step, so that traits meet in all combinations.
  const has = (share: number, step: number) => ((index * step) % count) / count < share;
  if (has(0.01, 1)) return { folder, ...NOTHING[index % NOTHING.length] } as SkillVariant;
  if (has(0.05, 7)) return withoutHeader(folder, index);
  const issues: string[] = [];
  const [nameLine, name] = has(0.18, 11) ? oddName(index, issues) : [`name: ${folder}`, folder];
  const quoted = has(0.016, 13);
  const [descriptionLine, description] = quoted ? brokenDescription(index) : plainDescription(index);
  if (quoted) issues.push("yaml-quoted");
  const tools = has(0.1, 17) ? TOOL_FORMS[index % TOOL_FORMS.length] : undefined;
  if (tools?.dropped) issues.push("allowed-tools");
  const unknown = has(0.28, 3) ? UNKNOWN[index % UNKNOWN.length] : undefined;
  if (unknown !== undefined) issues.push("unknown-keys");
  const lines = [
    "---",
    nameLine,
    descriptionLine,
    ...(tools === undefined ? [] : [tools.text]),
    unknown,
    "---",
  ];
  const newline = has(0.03, 19) ? "\r\n" : "\n";
  const mark = has(0.02, 23) ? "\uFEFF" : "";
  if (mark !== "") issues.push("byte-order-mark");
  const text = [...lines.filter((line) => line !== undefined), "", `# Skill ${index}`, "", "Do it.", ""].join(
    "\n",
  );
  return {
    folder,
    bytes: Buffer.from(mark + text.replaceAll("\n", newline)),
    expected: {
      name,
      description,
      ...(tools?.rules === undefined ? {} : { allowedTools: tools.rules }),
      issues: issues.sort(),
    },
  };
}

const NOTHING = [
  { bytes: Buffer.alloc(0), expected: { refusal: /is empty/ } },
  { bytes: Buffer.from("\n \n"), expected: { refusal: /is empty/ } },
  {
    bytes: Buffer.from("---\nname: quiet\n---\n"),
    expected: { refusal: /neither a description nor a text/ },
  },
  { bytes: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]), expected: { refusal: /is not a text/ } },
  { bytes: Buffer.alloc(2 * 1024 * 1024, "x"), expected: { refusal: /2097152 bytes, at most/ } },
];

function withoutHeader(folder: string, index: number): SkillVariant {
  const first = `Does thing ${index} for whoever asks.`;
  const forms = [
    { text: `# Title\n\n${first}\n\nMore.\n`, issues: ["no-description", "no-front-matter", "no-name"] },
    { text: `${first}\n`, issues: ["no-description", "no-front-matter", "no-name"] },
    { text: `---\n---\n\n${first}\n`, issues: ["no-description", "no-name", "yaml-none"] },
    { text: `name: ${folder}\ndescription: ${first}\n\n# Title\n`, issues: ["no-fences"] },
    { text: `---\nname: ${folder}\ndescription: ${first}\n\n# Title\n`, issues: ["no-end"] },
    {
      text: `<!-- a note -->\n---\nname: ${folder}\ndescription: ${first}\n---\n`,
      issues: ["text-before-front-matter"],
    },
  ];
  const { text, issues } = forms[index % forms.length] ?? { text: "", issues: [] };
  return { folder, bytes: Buffer.from(text), expected: { name: folder, description: first, issues } };
}

function oddName(index: number, issues: string[]): [line: string, name: string] {
  const forms: [string, string, boolean][] = [
    [`My Skill ${index}`, `my-skill-${index}`, true],
    [`"@team/skill-${index}"`, `team-skill-${index}`, true],
    [`other-${index}`, `other-${index}`, false],
    [`Snake_Case_${index}`, `snake-case-${index}`, true],
    [`../../etc/passwd${index}`, `etc-passwd${index}`, true],
    [`网页搜索${index}`, `网页搜索${index}`, true],
  ];
  const [written, name, unspecified] = forms[index % forms.length] ?? ["x", "x", false];
  issues.push("name-unlike-folder", ...(unspecified ? ["name"] : []));
  return [`name: ${written}`, name];
}

function plainDescription(index: number): [line: string, description: string] {
  const sentence = `Does thing ${index}, and more. Use when asked`;
  const forms: [string, string][] = [
    [`description: ${sentence}`, sentence],
    [`description: "${sentence}: \\"now\\""`, `${sentence}: "now"`],
    [`description: '${sentence}: it''s fine'`, `${sentence}: it's fine`],
    [`description: >\n  ${sentence}\n  over lines`, `${sentence} over lines`],
    [`description: |\n  ${sentence}\n  over lines`, `${sentence} over lines`],
    [`description: ${sentence}\n  continued here`, `${sentence} continued here`],
    [`description: 处理第 ${index} 件事。当用户要求时使用`, `处理第 ${index} 件事。当用户要求时使用`],
  ];
  return forms[index % forms.length] ?? ["", ""];
}

function brokenDescription(index: number): [line: string, description: string] {
  const forms: string[] = [
    `Does thing ${index}. Triggers: a, b: c`,
    `[beta] thing ${index}`,
    `@mention thing ${index}`,
    `Use when: thing ${index} # not a comment`,
    `"quoted" thing ${index}`,
    `*bold* thing ${index}`,
  ];
  const text = forms[index % forms.length] ?? "";
  return [`description: ${text}`, text];
}

const TOOL_FORMS: { text: string; rules?: readonly string[]; dropped?: true }[] = [
  { text: "allowed-tools: Read, Grep, Glob", rules: ["read_file", "grep", "list_files"] },
  { text: "allowed-tools: Read Write Edit", rules: ["read_file", "write_file", "edit_file"] },
  { text: "allowed-tools:\n  - Read\n  - Bash(git log *)", rules: ["read_file", "shell(git log *)"] },
  { text: "allowed-tools:\n- Read\n- WebSearch", rules: ["read_file", "web_search"] },
  {
    text: "allowed-tools: Bash(git log *), Bash(git diff *) Read",
    rules: ["shell(git log *)", "shell(git diff *)", "read_file"],
  },
  { text: "allowed-tools: Bash(gh pr:*)", rules: ["shell(gh pr)", "shell(gh pr *)"] },
  { text: 'allowed-tools: ["Bash", "Read"]', rules: ["shell", "read_file"] },
  { text: "allowed-tools: []", rules: [] },
  { text: 'allowed-tools: "*"' },
  { text: "allowed-tools: Read, AskUserQuestion", rules: ["read_file"], dropped: true },
  {
    text: "allowed-tools: WebFetch(domain:example.com)",
    rules: ["fetch(https://example.com)", "fetch(https://example.com/**)"],
  },
];

const UNKNOWN = [
  "display_name: X",
  "read_when:\n  - always",
  "priority: 3",
  "os: [linux, darwin]",
  "x-note: ~",
];
