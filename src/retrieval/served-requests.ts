/** Made by training/abstention.py: how requests that tools serve differ from talk, for vectors of one embedder. */
export const SERVED_REQUESTS = {
  embedder: "dejima-bilingual@2.0.0/256",
  /** From talk to requests that tools serve: int8 numbers as Base64, to be multiplied with `step`. */
  direction:
    "PhWdfzygHTTj0KWa/u4Tdewy0rj3MfL1267y6uvkBgxACvwOMsrrEfz6CNvGGh0ZExMP0wL0zBHv8xX+AvD7HrENQPQiCgf09fvt1urlGkPx3O8ZqOg01fEaViLZrPINHN7r7tj7DBrUHww18va4NrwszAy8DvgfBNoLHQj1IgkHMuvBryX+uQr0Awu/+vf/8/gE4asiJPAm+rO0/yIe3hDSBdI7AADmEPEgLAoXMyvf+Nim8+Tl6vPTL/X56iPiKSQBHs4B5xrZpgNIETLq8c0N9ystStsy7CcY5+Pg7zfm9A7S1RPv+yYDMQQK/PEIH/IJAQv5BdnlGdUBAwyeMQ==",
  step: 0.0296915,
  bias: 0.687641,
  /** What counts for and against a catalogue serving a request; zero where abstention begins. */
  weights: {
    talk: 0.757,
    meaning: 4.79,
    words: 1.2,
    told: 4.418,
    short: -33.327,
    shortWords: 6.354,
    shortAsked: 28.574,
    entries: -0.575,
    few: 3.018,
    always: 4.39,
  },
} as const;
