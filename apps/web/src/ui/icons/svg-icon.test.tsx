import { render } from '@testing-library/react';
import * as library from 'lucide-react';
import { expect, it } from 'vitest';
import type { Icon } from './svg-icon.ts';

const copies = Object.entries(
  import.meta.glob<Readonly<Record<string, Icon>>>('./lucide/*.ts', { eager: true }),
).flatMap(([, module]) => Object.entries(module));
const originals = library as unknown as Readonly<Record<string, Icon>>;

it('there are icons', () => {
  expect(copies.length).toBeGreaterThan(60);
});

it.each(copies)('%s has the lines that the library draws', (name, Copy) => {
  const Original = originals[name] ?? expect.fail(`lucide-react has no icon ${name}`);
  const { container } = render(
    <>
      <Copy className="i" />
      <Original className="i" />
    </>,
  );
  const [own, theirs] = container.querySelectorAll('svg');
  expect(own?.innerHTML).toBe(theirs?.innerHTML);
  for (const attribute of ['viewBox', 'fill', 'stroke', 'stroke-linecap', 'stroke-linejoin', 'aria-hidden']) {
    expect(own?.getAttribute(attribute)).toBe(theirs?.getAttribute(attribute));
  }
  expect(own?.getAttribute('class')).toBe('i');
});
