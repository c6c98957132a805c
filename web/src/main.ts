import "./tokens.css";
import "./css/fonts.css";
import "./css/base.css";
import "./css/cards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { install } from "./lib/pwa";
import { begin } from "./lib/store/verbs";

await begin();
mount(App, { target: document.getElementById("app")! });
void install();
