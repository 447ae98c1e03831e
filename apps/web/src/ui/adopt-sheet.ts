const adopted = new Set<string>();

/** Adds a sheet that no page pays for before it shows what the sheet is for; once, however often it is asked. */
export function adoptSheet(text: string): void {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
