import { Copy, Download, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react';
import { toast } from './announce.ts';
import { copyText } from './copy-text.ts';
import { type ExportTable, toCsv, toMarkdown } from './export-formats.ts';
import { withUnicodeNames } from './export-unicode.ts';
import { saveFile } from './save-file.ts';
import { inBothSpellings } from './shown-text.ts';

export interface ExportMenuProps {
  /** What was looked up, for headings and file names: `dns` and `example.com`. */
  readonly tool: string;
  readonly target: string;
  /** The data as they were received. */
  readonly data: unknown;
  readonly tables: readonly ExportTable[];
  /** While the answer is not whole. */
  readonly disabled?: boolean;
}

interface ExportItem {
  readonly label: string;
  readonly icon: LucideIcon;
  run(): unknown;
}

export function ExportMenu(props: ExportMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = exportItems(props);

  function onToggle({ newState }: ToggleEvent) {
    setOpen(newState === 'open');
    if (newState !== 'open' || button.current === null || menu.current === null) return;
    placeUnder(menu.current, button.current);
    menu.current.querySelector('button')?.focus();
  }
  function choose(item: ExportItem) {
    menu.current?.hidePopover();
    button.current?.focus();
    item.run();
  }
  return (
    <>
      <button
        ref={button}
        className="btn"
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={props.disabled}
      >
        <Download className="i" />
        Export
      </button>
      <div
        ref={menu}
        id={id}
        className="menu"
        popover="auto"
        role="menu"
        aria-label="Export"
        tabIndex={-1}
        onToggle={onToggle}
        onKeyDown={moveByArrows}
      >
        {items.map((item) => (
          <button key={item.label} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(item)}>
            <item.icon className="i" />
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}

function exportItems({ tool, target, data, tables }: ExportMenuProps): readonly ExportItem[] {
  const json = () => `${JSON.stringify(data, null, 2)}\n`;
  const csv = () => toCsv(withUnicodeNames(tables));
  const markdown = () => toMarkdown(`${tool} ${inBothSpellings(target)}`, withUnicodeNames(tables));
  const copy = (name: string, text: () => string) => async () =>
    toast((await copyText(text())) ? `${name} copied` : `${name} could not be copied`);
  const name = `${tool}-${target.replace(/[^\p{L}\p{N}.-]+/gu, '_')}`;
  return [
    { label: 'Copy as JSON', icon: Copy, run: copy('JSON', json) },
    { label: 'Copy as CSV', icon: Copy, run: copy('CSV', csv) },
    { label: 'Copy as Markdown', icon: Copy, run: copy('Markdown', markdown) },
    { label: 'Download JSON', icon: Download, run: () => saveFile(`${name}.json`, 'application/json', json()) },
    { label: 'Download CSV', icon: Download, run: () => saveFile(`${name}.csv`, 'text/csv', csv()) },
  ];
}

/** A popover lies in the top layer; it is placed in the page's coordinates so that it scrolls along. */
function placeUnder(menu: HTMLElement, button: HTMLElement): void {
  const { bottom, right } = button.getBoundingClientRect();
  menu.style.top = `${bottom + scrollY + 6}px`;
  menu.style.left = `${Math.max(8, right + scrollX - menu.offsetWidth)}px`;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key === 'Tab') menu.hidePopover();
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...menu.querySelectorAll('button')];
  const at = items.findIndex((item) => item.matches(':focus'));
  items[step(at, items.length)]?.focus();
}
