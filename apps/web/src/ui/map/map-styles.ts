import leafletText from 'leaflet/dist/leaflet.css?inline';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import ownText from './map.css?inline';

export const wearLeafletStyles = () => adoptSheet(leafletText);
export const wearMapStyles = () => adoptSheet(ownText);
