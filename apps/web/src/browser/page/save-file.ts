/** Saves a text or octets as a file on the visitor's device. */
export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(
    new Blob([content as BlobPart], { type: typeof content === 'string' ? `${type};charset=utf-8` : type }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the download holds its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
