import { OptionsFold } from '../../../ui/forms/options-fold.tsx';
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
  return (
    <OptionsFold isUsed={types !== '' || server !== ''}>
      <Field
        label="Types"
        text={types}
        placeholder="MX, TXT"
        isInvalid={!areTypes(types)}
        onText={(text) => onChange({ ...value, types: text })}
        onSubmit={onSubmit}
      />
      <Field
        label="Server"
        text={server}
        placeholder="ns1.example.net or tls://…"
        isInvalid={!isServer(server)}
        onText={(text) => onChange({ ...value, server: text })}
        onSubmit={onSubmit}
      />
    </OptionsFold>
  );
}

interface FieldProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  readonly isInvalid: boolean;
  onText(text: string): void;
  onSubmit(): void;
}

function Field({ label, text, placeholder, isInvalid, onText, onSubmit }: FieldProps) {
  return (
    <label>
      {label}{' '}
      <input
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
