// In this folder: everything that takes an answer out of the page: copies, files, calendar events, links.

import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react';
import { Download } from '../icons/lucide/download.ts';
import { type Exportable, type ExportItem, exportItems } from './export-items.ts';
import { useShownExport } from './shown-export.ts';

export interface ExportMenuProps extends Exportable {
  /** True while the answer is incomplete. */
  readonly disabled?: boolean;
}

const nothing: readonly ExportItem[] = [];

export function ExportMenu(props: ExportMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { disabled = false } = props;
  const items = exportItems(props);
  useShownExport(disabled ? nothing : items);

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
        disabled={disabled}
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

/** A popover is in the top layer; it is positioned in page coordinates so that it scrolls with the page. */
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
