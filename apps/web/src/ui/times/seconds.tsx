import { visibleText } from '../text/visible-text.ts';
import { humaniseSeconds } from './humanise-seconds.ts';

const WHOLE_NUMBER = /^\d{1,10}$/;
const MINUTE_S = 60;

/** A number of seconds in words, followed by the number if that differs; any other text unchanged. */
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
