import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { router } from "./router.svelte";

router.start();
const target = document.getElementById("app");
if (target) mount(App, { target });
