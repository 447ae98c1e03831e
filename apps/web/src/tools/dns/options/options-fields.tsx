import { type Ref, useLayoutEffect, useRef } from 'react';
import { areTypes, type DnsOptions, isServer } from './dns-options.ts';

export interface OptionsFieldsProps {
  readonly value: DnsOptions;
  onChange(value: DnsOptions): void;
  onSubmit(): void;
}

/**
 * Collapsed: most visitors want every record from the usual resolver. The inputs have no names, so that a form submitted
 * before the script is loaded sends only the target.
 */
export function OptionsFields({ value, onChange, onSubmit }: OptionsFieldsProps) {
  const { types, server } = value;
  const typeField = useRef<HTMLInputElement>(null);
  const serverField = useRef<HTMLInputElement>(null);
  // React leaves what was typed before the script was loaded in the fields, and says nothing of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there at first
  useLayoutEffect(() => {
    const typed = { types: typeField.current?.value ?? '', server: serverField.current?.value ?? '' };
    if (typed.types !== types || typed.server !== server) onChange(typed);
  }, []);
  return (
    <details className="options" open={types !== '' || server !== ''}>
      <summary>Options</summary>
      <Field
        ref={typeField}
        label="Types"
        text={types}
        placeholder="MX, TXT"
        isInvalid={!areTypes(types)}
        onText={(text) => onChange({ ...value, types: text })}
        onSubmit={onSubmit}
      />
      <Field
        ref={serverField}
        label="Server"
        text={server}
        placeholder="ns1.example.net or tls://…"
        isInvalid={!isServer(server)}
        onText={(text) => onChange({ ...value, server: text })}
        onSubmit={onSubmit}
      />
    </details>
  );
}

interface FieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  readonly isInvalid: boolean;
  onText(text: string): void;
  onSubmit(): void;
}

function Field({ ref, label, text, placeholder, isInvalid, onText, onSubmit }: FieldProps) {
  return (
    <label>
      {label}{' '}
      <input
        ref={ref}
        type="text"
        value={text}
        placeholder={placeholder}
        aria-invalid={isInvalid}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onSubmit();
        }}
      />
    </label>
  );
}
