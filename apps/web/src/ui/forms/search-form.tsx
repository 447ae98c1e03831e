// In this folder: fields, buttons and chips.

import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent as KeyPress,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { CircleAlert } from '../icons/lucide/circle-alert.ts';
import { Search } from '../icons/lucide/search.ts';
import { useFoldedList } from './use-folded-list.ts';
import { useSelectSettled } from './use-select-settled.ts';
import { useTextTypedEarly } from './use-text-typed-early.ts';

export interface SearchFormProps {
  /** The page's own path, to which the form is submitted without a script. */
  readonly action: string;
  /** The query parameter of the text. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  onValueChange(value: string): void;
  /** Also called while busy: another text is another lookup. */
  onSubmit(): void;
  /** Ends the running lookup; called on Escape. */
  onCancel?(): void;
  readonly busy: boolean;
  readonly invalid: boolean;
  onPaste?(event: ClipboardEvent<HTMLInputElement>): void;
  /** What is wrong with the text; replaces the row below the field. */
  readonly message: string | null;
  /** Below the field or beside the message: where a text that is not looked up here is understood. */
  readonly offer?: ReactNode;
  /** A SubmitButton or a RoundButton. */
  readonly button: ReactNode;
  /** The row below the field: options, examples, recent lookups. In the bar above an answer, it is a list that opens. */
  readonly children?: ReactNode;
}

const MESSAGE_ID = 'field-message';

/** One field and one button; a plain GET form before hydration. */
export function SearchForm(props: SearchFormProps) {
  const { action, name, label, placeholder, value, onValueChange, busy, invalid, message, offer, button, children } =
    props;
  const field = useRef<HTMLInputElement>(null);
  const { opener, list, isOpen, setOpen } = useFoldedList(value);
  useTextTypedEarly(field, value, onValueChange);
  useSelectSettled(field, value);
  useFirstFocus(field);
  useCancelOnEscape(field, busy, props.onCancel);

  function submit(event: FormEvent) {
    event.preventDefault();
    // The button is about to be disabled and would lose the focus; on touch devices, focusing the field would open the
    // keyboard.
    if (document.activeElement !== field.current && matchMedia('(pointer: fine)').matches) field.current?.focus();
    setOpen(false);
    props.onSubmit();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every screen reader in use yet
    <form
      role="search"
      method="get"
      action={action}
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        field.current?.focus();
        setOpen(false);
      }}
      noValidate
    >
      <div className="search">
        <Search className="i" />
        <label className="sr" htmlFor="field">
          {label}
        </label>
        <input
          ref={field}
          id="field"
          name={name}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={busy ? submitOnEnter : undefined}
          onPaste={props.onPaste}
          aria-invalid={invalid}
          aria-describedby={message === null ? undefined : MESSAGE_ID}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          enterKeyHint="search"
        />
        {/* Shown only in the bar above an answer. */}
        <button
          ref={opener}
          className="fold-list"
          type="button"
          aria-label="More options"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {button}
      </div>
      {message === null ? (
        <>
          {offer}
          {children && (
            <div ref={list} className={isOpen ? 'hint open' : 'hint'} tabIndex={-1}>
              {children}
            </div>
          )}
        </>
      ) : (
        <div className="refusal">
          <p className="msg" id={MESSAGE_ID} role="alert">
            <CircleAlert className="i" />
            {message}
          </p>
          {offer}
        </div>
      )}
    </form>
  );
}

/** While a lookup runs, the button is disabled and the browser ignores Enter. */
function submitOnEnter(event: KeyPress<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * On desktops, focuses the field if nothing else has the focus; never on touch devices, where the keyboard would open.
 */
function useFirstFocus(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const free = document.activeElement === null || document.activeElement === document.body;
    const wanted = free && location.hash === '' && matchMedia('(hover: hover) and (pointer: fine)').matches;
    if (wanted) field.current?.focus({ preventScroll: true });
  }, [field]);
}

function useCancelOnEscape(field: RefObject<HTMLInputElement | null>, busy: boolean, cancel: (() => void) | undefined) {
  useEffect(() => {
    if (!busy || cancel === undefined) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      cancel?.();
      field.current?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field, busy, cancel]);
}
