import { OptionsFold } from '../../ui/forms/options-fold.tsx';
import type { MailOptions } from './asked.ts';

interface CheckOptionsProps {
  readonly value: MailOptions;
  onChange(value: MailOptions): void;
}

const fields = [
  { name: 'selectors', label: 'DKIM selectors', example: 's1, s2' },
  { name: 'ip', label: 'Sending address for SPF', example: '192.0.2.25' },
  { name: 'sender', label: 'Envelope sender', example: 'news@example.com' },
] as const;

/**
 * Collapsed: most visitors only know the domain. The inputs have no names, so that a form submitted before the script
 * is loaded sends only the domain.
 */
export function CheckOptions({ value, onChange }: CheckOptionsProps) {
  const isUsed = Object.values(value).some((text) => text !== '');
  return (
    <OptionsFold isUsed={isUsed}>
      {fields.map(({ name, label, example }) => (
        <label key={name}>
          {label}{' '}
          <input
            type="text"
            size={16}
            autoComplete="off"
            spellCheck={false}
            placeholder={example}
            value={value[name]}
            onChange={({ target }) => onChange({ ...value, [name]: target.value })}
          />
        </label>
      ))}
    </OptionsFold>
  );
}
