import leafletText from 'leaflet/dist/leaflet.css?inline';
import ownText from './map.css?inline';

const worn = new Set<string>();

/** The sheets of maps come with them: no page pays for them before it shows one. */
function wear(text: string): void {
  if (worn.has(text)) return;
  worn.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

export const wearLeafletStyles = () => wear(leafletText);
export const wearMapStyles = () => wear(ownText);
