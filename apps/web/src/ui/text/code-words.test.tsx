import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { codeWords } from './code-words.tsx';

it('what stands between backticks is code, and everything else the same text', () => {
  const { container } = render(<p>{codeWords('End it with `-all`, or with `~all` while <b>testing</b>.')}</p>);
  expect(container.innerHTML).toBe(
    '<p>End it with <code>-all</code>, or with <code>~all</code> while &lt;b&gt;testing&lt;/b&gt;.</p>',
  );
  expect(codeWords('One ` alone is a character.')).toBe('One ` alone is a character.');
});
