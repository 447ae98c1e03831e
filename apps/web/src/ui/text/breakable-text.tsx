import { Fragment } from 'react';
import { shownText } from './shown-text.ts';

/** A long name or bytes in hex, which may break after a comma, an underscore or a colon. */
export function BreakableText({ text }: { readonly text: string }) {
  return shownText(text)
    .split(/(?<=[,_:])/)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ));
}
