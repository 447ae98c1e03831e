import { escapeMarkup } from './escaping.ts';

/** What is no character of XML (XML 1.0, section 2.2), so that not even a reference to it is well-formed. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** An untrusted text for XML, SVG and JUnit, between tags. */
export function xmlText(text: string): string {
  // A reader turns a carriage return into a line feed (section 2.11).
  return escapeMarkup(text.replace(NOT_XML, '\ufffd')).replaceAll('\r', '&#13;');
}

/** An untrusted text for a quoted attribute, where a reader turns line ends and tabs into spaces (section 3.3.3). */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
