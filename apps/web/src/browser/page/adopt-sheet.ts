const adopted = new Set<string>();

/** Adds a style sheet on demand, so that pages without it do not pay for it. Repeated calls have no effect. */
export function adoptSheet(text: string): void {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
