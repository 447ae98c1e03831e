import { useEffect, useRef, useState } from 'react';

/**
 * The list of a field, which closes when the field gets another text, as by a choice in the list: it would cover the answer. The
 * focus then goes to the button that opened it.
 */
export function useFoldedList(value: string) {
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setOpen(false);
  }
  useEffect(() => {
    if (!isOpen && list.current?.contains(document.activeElement)) opener.current?.focus();
  }, [isOpen]);
  return { opener, list, isOpen, setOpen };
}
