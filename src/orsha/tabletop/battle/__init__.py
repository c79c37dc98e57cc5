"""The battle's rules as functions over values: numbers needed, rolls, what they do, and their exact odds beforehand."""
