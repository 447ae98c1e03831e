/** Saves text or octets as a file on the visitor's device. */
export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const isText = typeof content === 'string';
  saveBlob(name, new Blob([content as BlobPart], { type: isText ? `${type};charset=utf-8` : type }));
}

/** Saves fetched data as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
