// In this folder: the command palette.

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAuth } from '../../browser/accounts/auth.ts';
import { recentLookups } from '../../browser/storage/recent-lookups.ts';
import { openReader } from '../../tools/paste/handed-text.ts';
import { shownOf } from '../../tools/paste/take-paste.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { Search } from '../../ui/icons/lucide/search.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { paletteExtras } from './palette-extras.ts';
import { type PaletteGroup, type PaletteOption, paletteGroups } from './palette-options.ts';

const LIST_ID = 'palette-list';
const optionId = (index: number) => `palette-option-${index}`;

export interface PaletteProps {
  /** Initial text of the field. */
  readonly typed: string;
  onClose(): void;
}

/**
 * Finds tools, pages, exports and themes by name, and starts lookups of a target. The arrow keys select, Enter opens.
 * Loaded as a chunk of its own.
 */
export function Palette({ typed, onClose }: PaletteProps) {
  const { dialog, leave } = useOpenDialog(onClose);
  const screens = useContext(ToolsContext);
  const [path, navigate] = useLocation();
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const { user } = useAuth();
  const extras = paletteExtras({ isSignedIn: user !== null });
  const search = useSearch();
  const groups = paletteGroups({ text, screens, recent: recentLookups(), extras, path, search });
  const options = groups.flatMap((group) => group.options);

  useEffect(() => {
    dialog.current?.querySelector(`#${optionId(chosen)}`)?.scrollIntoView({ block: 'nearest' });
  }, [dialog, chosen]);

  function change(next: string) {
    setText(next);
    setChosen(0);
  }
  function go(option: PaletteOption | undefined) {
    if (option === undefined) return;
    leave();
    if (!('href' in option.does)) {
      option.does.act();
      return;
    }
    const { href, reads } = option.does;
    if (reads === undefined) navigate(href);
    else openReader(reads.reader, reads.text, href, navigate);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + options.length) % options.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(options[chosen]);
    }
  }
  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    // The dialog has no padding, so a click on the dialog itself is a click on the backdrop.
    if (event.target === event.currentTarget) leave();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does it by keyboard
    <dialog
      ref={dialog}
      className="pal"
      aria-label="Search tools"
      onCancel={onClose}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <div className="in">
        <Search className="i" />
        <input
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={options.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          aria-label="Tool name or target"
          placeholder="Tool, domain, address, list …"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
          onPaste={(event) => takeLines(event, change)}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <Results groups={groups} chosen={chosen} onPoint={setChosen} onChoose={go} />
      <Keys />
    </dialog>
  );
}

/** The browser would join pasted lines without a space between them. */
function takeLines(event: ClipboardEvent<HTMLInputElement>, change: (text: string) => void) {
  const pasted = event.clipboardData.getData('text/plain');
  if (!/[\r\n]/.test(pasted.trim())) return;
  event.preventDefault();
  change(shownOf(pasted));
}

/** Keeps a modal dialog open while its component is there. */
function useOpenDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because closing restores the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function leave() {
    dialog.current?.close();
    // The event of the closed dialog comes later, and Ctrl K before it would close instead of open.
    onClose();
  }
  return { dialog, leave };
}

interface ResultsProps {
  readonly groups: readonly PaletteGroup[];
  readonly chosen: number;
  onPoint(index: number): void;
  onChoose(option: PaletteOption): void;
}

function Results({ groups, chosen, onPoint, onChoose }: ResultsProps) {
  const options = groups.flatMap((group) => group.options);
  return (
    <div className="res">
      <div id={LIST_ID} role="listbox" aria-label="Results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a group of options
          <div key={group.name} role="group" aria-label={group.name}>
            <div className="grp" role="presentation">
              {group.name}
            </div>
            {group.options.map((option) => {
              const index = options.indexOf(option);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the combobox, which has the keys
                <div
                  key={option.key}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === chosen}
                  onPointerMove={() => onPoint(index)}
                  onClick={() => onChoose(option)}
                >
                  <option.icon className="i" />
                  {option.name}
                  {option.target !== null && <span className="mono">{visibleText(option.target)}</span>}
                  <kbd aria-hidden>Enter</kbd>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {groups.length === 0 && (
        <p className="none" role="status">
          No tool or page matches, and this is no name, address, list, message header or certificate
        </p>
      )}
    </div>
  );
}

function Keys() {
  return (
    <div className="ft" aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> move
      </span>
      <span>
        <kbd>Enter</kbd> choose
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
    </div>
  );
}
