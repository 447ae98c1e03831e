import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import panels from './panels.css?inline';
import stored from './stored.css?inline';

/** Adds the style sheets of what a member stores: lists, forms, tokens, watches. */
export function adoptMemberSheets(): void {
  adoptSheet(stored);
  adoptSheet(panels);
}
