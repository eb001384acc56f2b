/** A record in the fragment of a link, so that a pasted game can be shared without being saved anywhere. */

/** As much text as a packed record may unfold to: the same as the server reads. */
export const MOST_BYTES = 65536;

/** The part of a record that a link carries: names along with the game, and nothing else. @param {GameRecord} record */
export function essence({ book, board, setup, moves, players }) {
  return { book, board, ...(setup ? { setup } : {}), moves, ...(players ? { players } : {}) };
}

/** `#7.PACKED`: the ply, and the record. @param {GameRecord} record @param {number} ply */
export async function pack(record, ply) {
  const text = JSON.stringify(essence(record));
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${ply}.${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The ply and the record of a fragment, each null if there is none. @returns {Promise<{ply: number|null, record: GameRecord|null}>} */
export async function unpack(/** @type {string} */ fragment) {
  const [, ply, packed] = /^#(\d{1,4})(?:\.([\w-]+))?$/.exec(fragment) ?? [];
  if (!packed) return { ply: ply === undefined ? null : Number(ply), record: null };
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { ply: Number(ply), record: JSON.parse(await bounded(stream)) };
}

/** The text of a stream, given up as soon as it is too long: a small link can unfold to gigabytes. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
async function bounded(stream) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("The game in this link is too large.");
    }
    parts.push(value);
  }
}
