export { formatInstant, formatOptionalInstant, roundPercent, roundPrice } from '../wire.ts';
