// A record in the fragment of a link, so that a pasted game can be shared without being kept anywhere.

/** As much text as a packed record may unfold to: the same as the server reads. */
export const MOST_BYTES = 65536;

/** The part of a record that a link carries: names along with the game, and nothing else. */
export function essence({ book, board, moves, players }) {
  return players ? { book, board, moves, players } : { book, board, moves };
}

/** `#7.PACKED`: the ply, and the record. */
export async function pack(record, ply) {
  const text = JSON.stringify(essence(record));
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  return `#${ply}.${toBase64(bytes)}`;
}

/** What a fragment says: {ply, record}; the record is null if there is none. Throws if it cannot be read. */
export async function unpack(fragment) {
  const [, ply, packed] = /^#(\d{1,4})(?:\.([\w-]+))?$/.exec(fragment) ?? [];
  if (!packed) return { ply: ply === undefined ? null : Number(ply), record: null };
  const stream = new Blob([fromBase64(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { ply: Number(ply), record: JSON.parse(await bounded(stream)) };
}

/** The text of a stream, which is given up as soon as it is too long: a small link can unfold to gigabytes. */
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

function toBase64(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}
