/** scan-kernel.wat assembled (`wat2wasm`), as Base64 so that browsers, Node and bundlers load it alike. */
export const SCAN_KERNEL =
  "AGFzbQEAAAABCwFgB39/f39/f38AAg8BBm1lbW9yeQNhbGwCAAEDAgEABwgBBHNjYW4AAAquAQGrAQICfwN7AkADQCAHIARP" +
  "DQH9DAAAAAAAAAAAAAAAAAAAAAAhC0EAIQgDQCAAIAhq/QAEACEJIAEgCGr9AAQAIQogCyAJIAr9nAEgCSAK/Z0B/Y4B/X79" +
  "rgEhCyAIQRBqIgggBUkNAAsgAyACKgIAIAv9GwAgC/0bAWogC/0bAiAL/RsDamqylDgCACABIAZqIQEgAkEEaiECIANBBGoh" +
  "AyAHQQFqIQcMAAsLCw==";
