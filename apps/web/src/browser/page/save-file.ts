/** Saves a text as a file on the visitor's device. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the download holds its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
