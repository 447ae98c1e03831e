import { render } from '@testing-library/react';
import { Server } from 'lucide-react';
import { expect, it } from 'vitest';
import { createIcon } from './svg-icon.ts';

it('draws the lines that the library draws', () => {
  const OwnServer = createIcon({
    node: [
      ['rect', { width: '20', height: '8', x: '2', y: '2', rx: '2', ry: '2', key: 'a' }],
      ['rect', { width: '20', height: '8', x: '2', y: '14', rx: '2', ry: '2', key: 'b' }],
      ['line', { x1: '6', x2: '6.01', y1: '6', y2: '6', key: 'c' }],
      ['line', { x1: '6', x2: '6.01', y1: '18', y2: '18', key: 'd' }],
    ],
  });
  const { container } = render(
    <>
      <OwnServer className="i" />
      <Server className="i" />
    </>,
  );
  const [own, theirs] = container.querySelectorAll('svg');
  expect(own?.innerHTML).toBe(theirs?.innerHTML);
  for (const name of ['viewBox', 'fill', 'stroke', 'stroke-linecap', 'stroke-linejoin', 'aria-hidden']) {
    expect(own?.getAttribute(name)).toBe(theirs?.getAttribute(name));
  }
  expect(own?.getAttribute('class')).toBe('i');
});
