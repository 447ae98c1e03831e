import { beforeAll, describe, expect, it } from 'vitest';
import { renderTemplate } from './helm/render.ts';
import { installLinters, linter } from './lint/install.ts';

let yaml: { stringify(value: unknown): string };
beforeAll(async () => {
  await installLinters();
  yaml = await linter<typeof yaml>('yaml/dist/index.js');
}, 120_000);

describe('the renderer', () => {
  const scope = {
    Values: { a: '', list: ['x'] },
    Release: { Name: 'r', Namespace: 'n' },
    Chart: { Name: 'c', AppVersion: '1' },
  };
  const rendered = (text: string) => renderTemplate(text, scope, (value) => yaml.stringify(value));

  it('does what text/template does', () => {
    expect(rendered('a:\n  {{- if .Values.a }}\n  b\n  {{- else }}\n  c\n  {{- end }}\n')).toBe('a:\n  c\n');
    expect(rendered('a:\n  {{- toYaml .Values.list | nindent 2 }}\n')).toBe('a:\n  - x\n');
    expect(rendered('{{ .Values.a | default .Chart.AppVersion | quote }}')).toBe('"1"');
  });

  it.each(['{{ include "x" . }}', '{{ if .Values.a }}', '{{ .Values.b }}', '{{ end }}', '{{ .Values.a | upper }}'])(
    'refuses %s',
    (text) => expect(() => rendered(text)).toThrow(),
  );
});
