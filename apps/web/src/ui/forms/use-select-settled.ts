import { type RefObject, useEffect, useRef } from 'react';

/**
 * Selects a text that was submitted or restored, as an address bar does: when the field gets the focus, or at once if
 * it has it. Typing then replaces it. Text that is still being edited is left alone.
 */
export function useSelectSettled(field: RefObject<HTMLInputElement | null>, value: string): void {
  /** The text typed but not submitted; null if there is none. */
  const draft = useRef<string | null>(null);
  /** Whether the text was pressed since it was settled. The page itself may have focused the field before. */
  const isPressed = useRef(false);

  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    // After hydration: the text comes from the address, or was typed before.
    if (input.value !== value && input.value !== new URLSearchParams(location.search).get(input.name)) {
      draft.current = input.value;
    }
    if (input.value !== value || value === draft.current) return;
    // A text that was not typed was set by the page.
    settle(input, draft, isPressed);
  }, [field, value]);

  useEffect(() => {
    const input = field.current;
    const { form } = input ?? {};
    if (!input || !form) return;
    let isFirst = false;
    const onInput = () => {
      draft.current = input.value;
    };
    const onFocus = () => selectSettled(input, draft);
    const onMouseDown = () => {
      isFirst = document.activeElement !== input || !isPressed.current;
      isPressed.current = true;
      // A press inside a selection would clear it only after the click.
      if (isFirst && draft.current === null) input.setSelectionRange(0, 0);
    };
    /** The first press also placed the caret, unless it selected part of the text. */
    const onClick = () => {
      if (isFirst && input.selectionStart === input.selectionEnd) selectSettled(input, draft);
    };
    /** After validation: a refused text is about to be corrected. */
    const onSubmit = () =>
      requestAnimationFrame(() => {
        if (input.getAttribute('aria-invalid') !== 'true') settle(input, draft, isPressed);
      });
    input.addEventListener('input', onInput);
    input.addEventListener('focus', onFocus);
    input.addEventListener('mousedown', onMouseDown);
    input.addEventListener('click', onClick);
    form.addEventListener('submit', onSubmit);
    return () => {
      input.removeEventListener('input', onInput);
      input.removeEventListener('focus', onFocus);
      input.removeEventListener('mousedown', onMouseDown);
      input.removeEventListener('click', onClick);
      form.removeEventListener('submit', onSubmit);
    };
  }, [field]);
}

function settle(input: HTMLInputElement, draft: RefObject<string | null>, isPressed: RefObject<boolean>): void {
  draft.current = null;
  isPressed.current = false;
  selectSettled(input, draft);
}

function selectSettled(input: HTMLInputElement, { current: draft }: RefObject<string | null>): void {
  if (draft === null && document.activeElement === input) input.select();
}
