import { humaniseSeconds } from './humanise-seconds.ts';
import { visibleText } from './visible-text.ts';

const WHOLE_NUMBER = /^\d{1,10}$/;
const MINUTE_S = 60;

/** A number of seconds in words, with the number beside it where the words are others; any other text as it is. */
export function Seconds({ text }: { readonly text: string }) {
  if (!WHOLE_NUMBER.test(text)) return visibleText(text);
  const seconds = Number(text);
  return (
    <span title={`${text} seconds`}>
      {humaniseSeconds(seconds)}
      {seconds >= MINUTE_S && <small>{text}</small>}
    </span>
  );
}
