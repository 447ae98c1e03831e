import { type RefObject, useEffect, useRef } from 'react';

/**
 * Selects a text that was submitted or restored, as an address bar does: when the field gets the focus, or at once if
 * it has it. What is typed next replaces it. Text that is still being written is left alone.
 */
export function useSelectSettled(field: RefObject<HTMLInputElement | null>, value: string): void {
  /** The text typed and not submitted; null if there is none. */
  const draft = useRef<string | null>(null);

  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    // After hydration: the text is from the address, or was typed before.
    if (input.value !== value && input.value !== new URLSearchParams(location.search).get(input.name)) {
      draft.current = input.value;
    }
    if (input.value !== value || value === draft.current) return;
    // A text that was not typed comes from elsewhere.
    draft.current = null;
    selectSettled(input, draft);
  }, [field, value]);

  useEffect(() => {
    const input = field.current;
    const { form } = input ?? {};
    if (!input || !form) return;
    let isNewFocus = false;
    const onInput = () => {
      draft.current = input.value;
    };
    const onFocus = () => selectSettled(input, draft);
    const onMouseDown = () => {
      isNewFocus = document.activeElement !== input;
    };
    /** The press that gave the focus also placed the caret, unless it selected a part of the text. */
    const onClick = () => {
      if (isNewFocus && input.selectionStart === input.selectionEnd) selectSettled(input, draft);
    };
    /** After validation: a refused text is about to be corrected. */
    const onSubmit = () =>
      requestAnimationFrame(() => {
        if (input.getAttribute('aria-invalid') === 'true') return;
        draft.current = null;
        selectSettled(input, draft);
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

function selectSettled(input: HTMLInputElement, { current: draft }: RefObject<string | null>): void {
  if (draft === null && document.activeElement === input) input.select();
}
