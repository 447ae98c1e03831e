/**
 * The text of an answer to `fetch`.
 * @throws Error if it is longer than so many octets, of which no more are read then
 */
export async function limitedText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > maxBytes) throw new Error('The answer is too large.');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}
