import { AlsoCheck } from './also-check.tsx';

export function Demo() {
  return <AlsoCheck tool="ping" target="example.com" />;
}
