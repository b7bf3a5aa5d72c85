import type { Kernel } from '../kernel/kernel.ts';
import { uniformAt } from '../simulator/noise.ts';
import {
  type NetworkMemory,
  type NetworkShape,
  batchGradient,
  parameterLayout,
  takeNetworkMemory,
} from './batch-gradient.ts';

/** One hidden layer of rectified units as plain JSON. */
export interface HiddenLayer {
  /** Row-major units x features. */
  weights: number[];
  biases: number[];
  /** Row-major units x outputs. */
  outputs: number[];
  outputBiases: number[];
}

export interface TrainingOptions {
  /** Hidden units, a multiple of 8. */
  units: number;
  /** Passes over the training rows. */
  epochs: number;
  /** Step length of Adam at the start; it falls to 0 in a straight line. */
  rate: number;
  seed: number;
}

const BATCH_ROWS = 32;

/** Adam's memory of gradients and of their squares, and what keeps its steps finite. Source: Kingma and Ba (2015), algorithm 1. */
const GRADIENT_MEMORY = 0.9;
const SQUARE_MEMORY = 0.999;
const FLOOR = 1e-8;

/**
 * A hidden layer that lowers the mean Huber loss of its outputs, from random weights into the units and none out of them, by
 * Adam on shuffled batches. Features are standardised; at least four rows. The same seed gives the same layer.
 */
export function trainHiddenLayer(
  kernel: Kernel,
  features: Float64Array[],
  targets: Float64Array,
  options: TrainingOptions,
): HiddenLayer {
  const rows = features.length;
  const batch = Math.min(BATCH_ROWS, rows - (rows % 4));
  const shape = shapeOf(features[0].length, options.units, targets.length / rows);
  const memory = takeNetworkMemory(kernel, shape, rows, batch);
  features.forEach((row, i) => memory.features.values.set(row, i * shape.inputs));
  for (let i = 0; i < rows; i++) {
    memory.targets.values.set(targets.subarray(i * shape.outputs, (i + 1) * shape.outputs), i * shape.width);
  }
  drawWeights(memory, features[0].length, options.seed);
  const batches = Math.floor(rows / batch);
  const steps = options.epochs * batches;
  const order = Int32Array.from({ length: rows }, (_, i) => i);
  for (let step = 0; step < steps; step++) {
    if (step % batches === 0) shuffle(order, options.seed, step / batches);
    const first = (step % batches) * batch;
    memory.rows.values.set(order.subarray(first, first + batch));
    batchGradient(kernel, memory);
    takeStep(kernel, memory, step + 1, options.rate * (1 - step / steps));
  }
  return layerOf(memory, features[0].length);
}

/** Adds the layer's outputs to `result`. */
export function addHiddenLayer(layer: HiddenLayer, features: Float64Array, result: Float64Array): void {
  const { weights, biases, outputs, outputBiases } = layer;
  for (let k = 0; k < result.length; k++) result[k] += outputBiases[k];
  for (let h = 0; h < biases.length; h++) {
    let sum = biases[h];
    for (let j = 0; j < features.length; j++) sum += weights[h * features.length + j] * features[j];
    if (!(sum > 0)) continue;
    for (let k = 0; k < result.length; k++) result[k] += sum * outputs[h * result.length + k];
  }
}

function shapeOf(features: number, hidden: number, outputs: number): NetworkShape {
  return { inputs: Math.ceil(features / 4) * 4, hidden, outputs, width: Math.ceil(outputs / 8) * 8 };
}

/** Uniform weights of variance 1 / features, so that a unit's sum is of unit size. */
function drawWeights({ shape, parameters }: NetworkMemory, features: number, seed: number): void {
  const reach = Math.sqrt(3 / features);
  for (let i = 0; i < features * shape.hidden; i++) {
    parameters.values[i] = reach * (2 * uniformAt(seed, 'network.weights', i) - 1);
  }
}

function shuffle(order: Int32Array, seed: number, epoch: number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(uniformAt(seed, 'network.order', epoch * order.length + i) * (i + 1));
    const moved = order[i];
    order[i] = order[j];
    order[j] = moved;
  }
}

function takeStep(kernel: Kernel, memory: NetworkMemory, step: number, rate: number): void {
  const { parameters, gradient, means, squares } = memory;
  const meanShare = 1 - GRADIENT_MEMORY ** step;
  const squareShare = Math.sqrt(1 - SQUARE_MEMORY ** step);
  kernel.stepAdam(
    parameters.address,
    gradient.address,
    means.address,
    squares.address,
    parameters.values.length,
    GRADIENT_MEMORY,
    SQUARE_MEMORY,
    (rate * squareShare) / meanShare,
    FLOOR * squareShare,
  );
}

function layerOf({ shape, parameters: { values } }: NetworkMemory, features: number): HiddenLayer {
  const { hidden, outputs, width } = shape;
  const layout = parameterLayout(shape);
  const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  return {
    weights: indices(hidden).flatMap((h) => indices(features).map((j) => values[j * hidden + h])),
    biases: Array.from(values.subarray(layout.biases, layout.outputs)),
    outputs: indices(hidden).flatMap((h) => {
      const start = layout.outputs + h * width;
      return Array.from(values.subarray(start, start + outputs));
    }),
    outputBiases: Array.from(values.subarray(layout.outputBiases, layout.outputBiases + outputs)),
  };
}
