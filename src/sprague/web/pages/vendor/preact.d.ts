// The types of preact.js, for whoever checks the pages: browsers never load this file.
import type { VNode } from "preact";

export { h, render, Component, createContext } from "preact";
export type { VNode, ComponentChildren } from "preact";
export * from "preact/hooks";
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
