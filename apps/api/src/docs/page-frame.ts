import { html } from '../http/html.ts';
import { frameStyle } from './page-style.ts';

/** A page of the documents for a server whose site is served by something else. */
export function framed(
  markup: string,
  { title, description }: { readonly title: string; readonly description: string },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ markup: frameStyle }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<main id="main" tabindex="-1">
<h1>API documentation</h1>
${{ markup }}
</main>
</body>
</html>
`.markup;
}
