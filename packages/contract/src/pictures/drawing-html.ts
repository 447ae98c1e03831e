import { htmlText } from '../escaping/html-text.ts';
import type { Drawing } from './drawing.ts';

/** Shapes that need no end tag. */
const EMPTY = new Set(['line', 'rect', 'circle', 'path']);

/** A drawing as HTML, with all texts escaped and invisible characters written out. */
export function drawingHtml(drawing: Drawing): string {
  if (typeof drawing === 'string') return htmlText(drawing);
  const { tag, attributes, properties, children } = drawing;
  const style = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
  const all = { ...attributes, ...(style.length > 0 && { style: style.join(';') }) };
  const written = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : ` ${name}="${htmlText(String(value))}"`,
  );
  const start = `<${tag}${written.join('')}`;
  return EMPTY.has(tag) ? `${start}/>` : `${start}>${children.map(drawingHtml).join('')}</${tag}>`;
}
