/* Further TLSA records that fit, and unsigned zones. */
import './world.lab.test.ts';
