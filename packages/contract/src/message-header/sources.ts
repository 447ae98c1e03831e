export const rfc = (number: number, section: string) => ({
  name: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});
