import { type Block, type Kernel, takeBlocks } from '../kernel/kernel.ts';

/** Sizes of a network with one hidden layer; the kernel wants `inputs` in fours, `hidden` and `width` in eights. */
export interface NetworkShape {
  inputs: number;
  hidden: number;
  outputs: number;
  /** `outputs` rounded up. */
  width: number;
}

/** Numbers of single precision in the kernel's memory. */
export interface Singles {
  address: number;
  values: Float32Array;
}

/** Everything that training touches. Matrices are row-major; `parameters`, `gradient` and Adam's two are laid out alike. */
export interface NetworkMemory {
  shape: NetworkShape;
  batch: number;
  /** rows x inputs. */
  features: Singles;
  /** rows x width. */
  targets: Singles;
  parameters: Singles;
  gradient: Singles;
  means: Singles;
  squares: Singles;
  hidden: Singles;
  hiddenErrors: Singles;
  errors: Singles;
  transposed: Singles;
  zeros: Singles;
  /** The rows of the batch. */
  rows: { address: number; values: Int32Array };
  /** 0, 1, 2, ... */
  order: { address: number; values: Int32Array };
}

/** Where each part of the parameters begins: input weights, hidden biases, output weights, output biases. */
export function parameterLayout({ inputs, hidden, width }: NetworkShape) {
  const biases = inputs * hidden;
  const outputs = biases + hidden;
  const outputBiases = outputs + hidden * width;
  return { biases, outputs, outputBiases, count: outputBiases + width };
}

export function takeNetworkMemory(
  kernel: Kernel,
  shape: NetworkShape,
  rows: number,
  batch: number,
): NetworkMemory {
  const { inputs, hidden, width } = shape;
  const { count } = parameterLayout(shape);
  const counts = {
    features: rows * inputs,
    targets: rows * width,
    parameters: count,
    gradient: count,
    means: count,
    squares: count,
    hidden: batch * hidden,
    hiddenErrors: batch * hidden,
    errors: batch * width,
    transposed: width * hidden,
    zeros: hidden,
    rows: batch,
    order: batch,
  };
  const blocks = takeBlocks(kernel, halved(counts));
  const singles = (name: keyof typeof counts): Singles => ({
    address: blocks[name].address,
    values: new Float32Array(blocks[name].values.buffer, blocks[name].address, counts[name]),
  });
  const memory: NetworkMemory = {
    shape,
    batch,
    features: singles('features'),
    targets: singles('targets'),
    parameters: singles('parameters'),
    gradient: singles('gradient'),
    means: singles('means'),
    squares: singles('squares'),
    hidden: singles('hidden'),
    hiddenErrors: singles('hiddenErrors'),
    errors: singles('errors'),
    transposed: singles('transposed'),
    zeros: singles('zeros'),
    rows: integers(blocks.rows, batch),
    order: integers(blocks.order, batch),
  };
  memory.order.values.forEach((_, i) => (memory.order.values[i] = i));
  return memory;
}

/** Errors below this, in targets' units, count by their square: gradients that fade let training settle. */
const SQUARE_BELOW = 0.1;

/**
 * The gradient of the mean Huber loss of the batch's rows, through output weights, rectified hidden units and input weights.
 * Returns the loss. Source of the loss: Huber (1964).
 */
export function batchGradient(kernel: Kernel, memory: NetworkMemory): number {
  const { shape, batch, features, parameters, gradient, hidden, hiddenErrors, errors, transposed, zeros } =
    memory;
  const { inputs, hidden: units, width } = shape;
  const { biases, outputs, outputBiases } = parameterLayout(shape);
  const at = (block: Singles, place: number): number => block.address + 4 * place;
  const [rows, order] = [memory.rows.address, memory.order.address];

  // prettier-ignore
  kernel.multiplyRows(features.address, inputs, rows, batch, inputs, parameters.address, units, at(parameters, biases), hidden.address);
  for (let i = 0; i < hidden.values.length; i++) if (!(hidden.values[i] > 0)) hidden.values[i] = 0;
  // prettier-ignore
  kernel.multiplyRows(hidden.address, units, order, batch, units, at(parameters, outputs), width, at(parameters, outputBiases), errors.address);
  const loss = deriveErrors(memory);

  kernel.multiplyColumns(
    hidden.address,
    units,
    order,
    batch,
    units,
    errors.address,
    width,
    at(gradient, outputs),
  );
  sumRows(errors.values, batch, width, gradient.values, outputBiases);
  for (let h = 0; h < units; h++) {
    for (let k = 0; k < width; k++) {
      transposed.values[k * units + h] = parameters.values[outputs + h * width + k];
    }
  }
  // prettier-ignore
  kernel.multiplyRows(errors.address, width, order, batch, width, transposed.address, units, zeros.address, hiddenErrors.address);
  for (let i = 0; i < hidden.values.length; i++) if (hidden.values[i] === 0) hiddenErrors.values[i] = 0;
  kernel.multiplyColumns(
    features.address,
    inputs,
    rows,
    batch,
    inputs,
    hiddenErrors.address,
    units,
    gradient.address,
  );
  sumRows(hiddenErrors.values, batch, units, gradient.values, biases);
  return loss;
}

/** Replaces the outputs in `errors` by the derivatives of the loss in them. */
function deriveErrors({ shape, batch, errors, targets, rows }: NetworkMemory): number {
  const { outputs, width } = shape;
  const share = 1 / (batch * outputs);
  let loss = 0;
  for (let i = 0; i < batch; i++) {
    for (let k = 0; k < width; k++) {
      const error = errors.values[i * width + k] - targets.values[rows.values[i] * width + k];
      const slope = k < outputs ? Math.max(-1, Math.min(1, error / SQUARE_BELOW)) : 0;
      loss += slope * (error - (slope * SQUARE_BELOW) / 2) * share;
      errors.values[i * width + k] = slope * share;
    }
  }
  return loss;
}

function sumRows(from: Float32Array, rows: number, width: number, to: Float32Array, start: number): void {
  for (let j = 0; j < width; j++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += from[i * width + j];
    to[start + j] = sum;
  }
}

/** Lengths in numbers of double precision. */
function halved<Name extends string>(counts: Record<Name, number>): Record<Name, number> {
  const lengths = { ...counts };
  for (const name in lengths) lengths[name] = Math.ceil(counts[name] / 2);
  return lengths;
}

function integers({ address, values }: Block, count: number): { address: number; values: Int32Array } {
  return { address, values: new Int32Array(values.buffer, address, count) };
}
