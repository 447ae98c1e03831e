import { describe, expect, it, test } from 'vitest';
import { draw, share } from './drawing.ts';
import { drawingHtml } from './drawing-html.ts';
import { lifeline } from './lifeline.ts';
import { matrix } from './matrix.ts';
import { pictureStyle } from './picture-style.ts';
import { stations } from './stations.ts';

const DAY_MS = 86_400_000;
const now = Date.parse('2026-11-24T12:00:00Z');

describe('a drawing as HTML', () => {
  it('escapes texts and attributes, and writes invisible characters out', () => {
    const drawing = draw(
      'li',
      { class: '"><script>', properties: { part: 0.5 } },
      '<b>',
      '\u202e',
      null,
      draw('rect', {}),
    );
    expect(drawingHtml(drawing)).toBe(
      '<li class="&quot;&gt;&lt;script&gt;" style="--part:0.5">&lt;b&gt;\\u{202e}<rect/></li>',
    );
  });

  test.each([
    [-1, '0%'],
    [0, '0%'],
    [1 / 3, '33.33%'],
    [7, '100%'],
  ])('the part %d of a width is %s', (part, text) => {
    expect(share(part)).toBe(text);
  });
});

describe('stations', () => {
  const html = (count: number, title = 'x') =>
    drawingHtml(
      stations(
        'Way',
        Array.from({ length: count }, () => ({ state: 'good', title, way: 'bad' }) as const),
      ),
    );

  it('say every state in words', () => {
    const text = drawingHtml(
      stations('Way', [
        { state: 'good', title: 'a' },
        { state: 'bad', title: 'b', way: 'bad', onWay: 'does not fit', texts: ['refused'] },
        { state: 'unknown', title: 'c', way: 'unknown' },
        { state: 'plain', title: 'd' },
      ]),
    ).replace(/<svg[\s\S]*?<\/svg>/g, '');
    expect(text).toBe(
      '<div class="pic"><ol class="stations some" aria-label="Way">' +
        '<li data-state="good"><strong>a</strong><span class="sr">: Good.</span><span class="way" data-state="bad"><span>does not fit</span></span></li>' +
        '<li data-state="bad"><strong>b</strong><span class="sr">: Broken.</span><small>refused</small><span class="way" data-state="unknown"></span></li>' +
        '<li data-state="unknown"><strong>c</strong><span class="sr">: Not determined.</span><span class="way" data-state="plain"></span></li>' +
        '<li data-state="plain"><strong>d</strong></li></ol></div>',
    );
  });

  test.each([
    [0, '"stations few"'],
    [3, '"stations few"'],
    [6, '"stations some"'],
    [60, '"stations"'],
  ])('%d go beside each other only where they fit', (count, className) => {
    expect(html(count)).toContain(`class=${className}`);
    expect(html(count).match(/class="way"/g)?.length ?? 0).toBe(Math.max(0, count - 1));
  });
});

describe('a lifeline', () => {
  const period = { title: 'x', state: 'good', text: '', due: null } as const;

  it('is not drawn without times, or with reversed ones', () => {
    expect(lifeline('', [], now)).toBeNull();
    expect(lifeline('', [{ ...period, from: Number.NaN, until: now }], now)).toBeNull();
    expect(lifeline('', [{ ...period, from: now, until: now - 1 }], now)).toBeNull();
    expect(lifeline('', [{ ...period, from: 0, until: now }], Number.NaN)).toBeNull();
  });

  it('has no mark of today where today is outside of it', () => {
    const drawn = lifeline('', [{ ...period, from: now - 20 * DAY_MS, until: now - 10 * DAY_MS }], now);
    expect(drawn && drawingHtml(drawn)).not.toContain('class="now"');
    expect(drawn && drawingHtml(drawn)).toContain('<rect class="past" x="0%" width="100%"');
  });

  it('puts all periods on one axis', () => {
    const drawn = lifeline(
      'Validity',
      [
        {
          ...period,
          from: now - 90 * DAY_MS,
          until: now + 10 * DAY_MS,
          due: { from: now - 4 * DAY_MS, text: 'Due from' },
        },
        { ...period, from: now - 10 * DAY_MS, until: now + 110 * DAY_MS },
      ],
      now,
    );
    expect((drawn && drawingHtml(drawn))?.match(/<(?:rect|line) class="[^/]*/g)).toEqual([
      '<rect class="past" x="0%" width="45%" y="5" height="10"',
      '<rect class="ahead" x="45%" width="5%" y="5" height="10"',
      '<line class="near" x1="43%" x2="43%" y1="2" y2="18"',
      '<line class="now" x1="45%" x2="45%" y1="0" y2="20"',
      '<rect class="past" x="40%" width="5%" y="5" height="10"',
      '<rect class="ahead" x="45%" width="55%" y="5" height="10"',
      '<line class="now" x1="45%" x2="45%" y1="0" y2="20"',
    ]);
  });
});

it('a matrix has the words of its shapes, also where they are not shown', () => {
  const rows = [
    { title: '<x>', cells: [{ state: 'bad', text: '', isTextShown: false } as const, { state: null, text: '–' }] },
  ];
  const html = drawingHtml(matrix('Checks', ['Tool', 'Names', 'Keys'], rows)).replace(/<svg[\s\S]*?<\/svg>/g, '');
  expect(html).toContain(
    '<th scope="row">&lt;x&gt;</th><td class="only"><span class="sr">Broken</span></td><td><span>–</span></td>',
  );
});

it('the style sheet uses no colours but those that the page sets', () => {
  expect(pictureStyle).not.toMatch(/#[\da-f]{3}|rgb|hsl/i);
});
