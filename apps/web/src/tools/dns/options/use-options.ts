import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { FieldRules } from '../../lookup/use-lookup-form.ts';
import { optionsIn, parametersOf } from './dns-options.ts';

/** The options in the fields, and those in the address: from the last press, a link, or an earlier history entry. */
export function useOptions(fieldRules: FieldRules) {
  const search = useSearch();
  const asked = useMemo(() => optionsIn(new URLSearchParams(search)), [search]);
  const [options, setOptions] = useState(asked);
  const [shown, setShown] = useState(asked);
  // Only when the address changes: until then, the fields may hold what was typed before the script was loaded.
  if (shown !== asked) {
    setShown(asked);
    setOptions(asked);
  }
  const rules = useMemo(() => ({ ...fieldRules, more: parametersOf(options) }), [fieldRules, options]);
  return { options, setOptions, asked, rules };
}
