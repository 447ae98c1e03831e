import { visibleText } from '../../ui/text/visible-text.ts';

/** From where a lookup is made, for the line that opens the choice: `this server and 3 places`. */
export function chosenSummary(names: readonly string[]): string {
  if (names.length === 0) return 'this server';
  return names.length === 1
    ? `this server and ${visibleText(names[0] ?? '')}`
    : `this server and ${names.length} places`;
}
