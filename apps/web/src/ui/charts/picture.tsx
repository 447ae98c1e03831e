import type { Drawing } from '@sonde/contract/pictures/drawing';
import { pictureStyle } from '@sonde/contract/pictures/picture-style';
import { createElement, type ReactNode } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { visibleText } from '../text/visible-text.ts';
import sheet from './picture.css?inline';

/** A drawing of the contract, as reports in HTML have it too. */
export function Picture({ of, className }: { readonly of: Drawing | null; readonly className?: string }) {
  adoptSheet(pictureStyle);
  adoptSheet(sheet);
  return of === null ? null : <div className={className ?? 'picture'}>{shown(of)}</div>;
}

function shown(drawing: Drawing): ReactNode {
  if (typeof drawing === 'string') return visibleText(drawing);
  const { tag, attributes, properties, children } = drawing;
  const { class: className, tabindex: tabIndex, ...rest } = attributes;
  const style = Object.fromEntries(Object.entries(properties).map(([name, value]) => [`--${name}`, value]));
  return createElement(tag, { ...rest, className, tabIndex, style }, ...children.map(shown));
}
