/** A list of small numbers per place, stored in blocks that never move, because moving fragments the memory. */
interface Records<Numbers extends Uint8Array | Uint16Array> {
  /** Returns space for a new record of at most this many numbers. Call `close()` with the actual number. */
  open(most: number): Numbers;
  close(place: number, length: number): void;
  /** Valid until the next change. Empty if the record does not exist. */
  of(place: number): Numbers;
  /** Deletes a record and overwrites its data. */
  clear(place: number): void;
  /** All records, for `createRecords(make, saved)`. */
  save(): SavedRecords<Numbers>;
  readonly byteLength: number;
}

export interface SavedRecords<Numbers extends Uint8Array | Uint16Array> {
  /** The last block contains only the used part. */
  readonly blocks: readonly Numbers[];
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

/** The first blocks are small, for indexes with few tools. A longer record gets a separate block. */
const BLOCK_SIZES = [1_024, 16_384];
/** A start is a block number and, in the lower bits, the offset in the block. */
const START_BITS = 17;
const LARGEST_BLOCK = 1 << START_BITS;
const IN_BLOCK = LARGEST_BLOCK - 1;
/** The records are compacted when more than this, and more than half, is unused. */
const LEAST_WASTE = 8_192;

/** Starts empty or with saved records. */
export function createRecords<Numbers extends Uint8Array | Uint16Array>(
  make: (length: number) => Numbers,
  saved?: SavedRecords<Numbers>,
): Records<Numbers> {
  let blocks = (saved?.blocks ?? []).map((block) => filled(make(block.length), block));
  // Only the used part of the last block was saved, so additions go into a new block.
  let used = blocks.at(-1)?.length ?? 0;
  let starts = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.starts);
  let lengths = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.lengths);
  let [all, wasted] = [lengths.reduce((sum, length) => sum + length, 0), 0];

  function open(most: number): Numbers {
    const last = blocks.at(-1);
    if (last !== undefined && used + most <= last.length && used <= IN_BLOCK) return rest(last, used);
    const block = make(Math.max(most, BLOCK_SIZES[blocks.length] ?? LARGEST_BLOCK));
    blocks.push(block);
    used = 0;
    return block;
  }

  function close(place: number, length: number): void {
    if (place >= starts.length) {
      starts = filled(new Uint32Array((place + 1) * 2), starts);
      lengths = filled(new Uint32Array((place + 1) * 2), lengths);
    }
    starts[place] = ((blocks.length - 1) << START_BITS) | used;
    lengths[place] = length;
    used += length;
    all += length;
  }

  // Every block is one of `make`, and so is a part of it.
  const rest = (block: Numbers, from: number, to?: number) => block.subarray(from, to) as Numbers;

  function of(place: number): Numbers {
    const [start, length] = [starts[place] ?? 0, lengths[place] ?? 0];
    const at = start & IN_BLOCK;
    return length === 0 ? make(0) : rest(blocks[start >>> START_BITS] as Numbers, at, at + length); // every record is in a block
  }

  function moveTogether(): void {
    const before = Array.from(lengths, (_, place) => of(place));
    [blocks, used, all, wasted] = [[], 0, 0, 0];
    for (const [place, record] of before.entries()) {
      if (record.length === 0) continue;
      open(record.length).set(record);
      close(place, record.length);
    }
  }

  return {
    open,
    close,
    of,
    clear(place) {
      const record = of(place);
      record.fill(0);
      if (place < lengths.length) lengths[place] = 0;
      all -= record.length;
      wasted += record.length;
      if (wasted > LEAST_WASTE && wasted > all) moveTogether();
    },
    save() {
      if (wasted > 0) moveTogether();
      return {
        blocks: blocks.map((block, at) => (at === blocks.length - 1 ? sliced(block) : block)),
        starts,
        lengths,
      };
    },
    get byteLength() {
      return blocks.reduce((sum, block) => sum + block.byteLength, 0) + starts.byteLength * 2;
    },
  };

  function sliced(block: Numbers): Numbers {
    return filled(make(used), rest(block, 0, used));
  }
}

function filled<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  into: Numbers,
  from: Numbers,
): Numbers {
  into.set(from);
  return into;
}
